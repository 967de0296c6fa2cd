/** The objects of this feature. */
export const reportObject = "report";
export const dashboardObject = "dashboard";
export const fileObject = "file";
