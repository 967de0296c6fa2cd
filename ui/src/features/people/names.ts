export const accountPath = "/account";
export const title = "My account";
