import { useNavigate, useSearch } from "@tanstack/react-router";

/** Which panels of a page are open, as its address says; those of first where it says nothing. */
export function usePanels(first: readonly string[]) {
  const navigate = useNavigate();
  const search: { open?: string } = useSearch({ strict: false });
  const open = search.open === undefined ? first : search.open.split(".").filter(Boolean);
  const isOpen = (key: string) => open.includes(key);
  const show = (keys: readonly string[]) =>
    void navigate({
      to: ".",
      replace: true,
      search: (had: Record<string, unknown>) => ({ ...had, open: keys.join(".") }),
    });
  return {
    of: (key: string) => ({
      isOpen: isOpen(key),
      onToggle: () => show(isOpen(key) ? open.filter((one) => one !== key) : [...open, key]),
    }),
    open: (key: string) => {
      if (!isOpen(key)) {
        show([...open, key]);
      }
    },
  };
}
