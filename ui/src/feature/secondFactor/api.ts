import { api, type FactorSetup, type RecoveryCodeList } from "@/api";

const path = "/v1/me/second_factor";

/** What a person proves a change with: the password or a code. */
export interface FactorProof {
  password?: string;
  code?: string;
}

export const beginSetup = async () => (await api.post<FactorSetup>(`${path}/begin`, {})).data;
export const confirmSetup = async (code: string) =>
  (await api.post<RecoveryCodeList>(`${path}/confirm`, { code })).data.recovery_codes;
export const renewCodes = async (proof: FactorProof) =>
  (await api.post<RecoveryCodeList>(`${path}/recovery_codes`, { password: "", code: "", ...proof })).data
    .recovery_codes;
export const turnOff = async (proof: FactorProof): Promise<void> => {
  await api.post(`${path}/off`, { password: "", code: "", ...proof });
};
