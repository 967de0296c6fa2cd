export * from "./connection";
export * from "./entities";
export * from "./family";
export * from "./jotai";
export * from "./ledger";
export * from "./lists";
export * from "./records";
export * from "./session";
