/** The objects that this is about, and the field by which people have sets. */
export const setObject = "permission";
export const userObject = "user";
export const setsField = "permissions";
/** The right that giving people sets takes beside that to their records. */
export const administering = "administer_users";
