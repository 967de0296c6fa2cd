export const words = {
  create: "Create Contact",
  title: "Create a contact from the vCard",
  first: "First Name",
  last: "Last Name",
  phone: "Phone",
  email: "Email",
  firstRequired: "First Name is Required",
  lastRequired: "Last Name is Required",
  required: "First Name and Last Name are required.",
  invalidPhone: "Invalid Phone",
  created: "Contact created successfully!",
  failed: "An error occurred while processing the vCard.",
};
