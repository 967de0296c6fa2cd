import { useQuery, useQueryClient } from "@tanstack/react-query";
import { carryOut as request } from "@/api";

export { request };

const root = "marketplace";

export const useCatalogue = () =>
  useQuery({
    queryKey: [root, "catalogue"],
    staleTime: 0,
    queryFn: () => request("GET /marketplace/products", {}),
  });

export const useProduct = (id: string) =>
  useQuery({
    queryKey: [root, "product", id],
    staleTime: 0,
    queryFn: () => request("GET /marketplace/product/{id}", { id }),
  });

export const useInvoices = (isWanted: boolean) =>
  useQuery({
    queryKey: [root, "invoices"],
    staleTime: 0,
    enabled: isWanted,
    queryFn: () => request("GET /marketplace/invoices", {}),
  });

/** Reads all of it again. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [root] });
}
