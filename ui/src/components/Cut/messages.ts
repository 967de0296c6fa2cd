export const words = { whole: "Show all", less: "Show less" };
