import { Frame } from "../Frame";
import type { WizardProps } from "../wizard";
import { AuthCredential } from "./AuthCredential";
import { Authorize } from "./Authorize";
import { Credentials } from "./Credentials";
import { Prepare } from "./Prepare";

const steps = [Prepare, Credentials, AuthCredential, Authorize];

/** Connects Salesforce. */
export function SalesforceMode({ record }: WizardProps) {
  return <Frame record={record} title={record.name ?? ""} steps={steps} isVertical />;
}
