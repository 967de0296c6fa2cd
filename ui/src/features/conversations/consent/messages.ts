export const words = {
  title: "Consent to texts",
  kinds: { opt_in: "Opted in", opt_out: "Opted out", help: "Asked for help" },
  sources: {
    keyword: "by text",
    form: "on a form",
    verbal: "verbally",
    import: "by import",
    admin: "in the record",
    provider_21610: "reported by the carrier",
  },
  by: (way: string, who: string) => `${way}, by ${who}`,
};
