/** What the address of a list says; what is not there is as at first. */
export interface ListSearch {
  page?: number;
  sort?: string;
  search?: string;
  /** The saved filter, or "all" for none though one is pinned; as anybody may have written it. */
  filter?: unknown;
  /** The fields that are shown, with commas between, where those of the filter or the object are not; as anybody may have written it. */
  columns?: unknown;
  /** The conditions of a filter that is not saved; as anybody may have written it. */
  where?: unknown;
  /** What is chosen of a board, where that is not what is stored; as anybody may have written it. */
  board?: unknown;
}

export const listSearch = (raw: Record<string, unknown>): ListSearch => ({
  ...(Number(raw.page) > 1 ? { page: Math.floor(Number(raw.page)) } : {}),
  ...(typeof raw.sort === "string" && /^-?[a-z][a-z0-9_]*$/.test(raw.sort) ? { sort: raw.sort } : {}),
  ...(typeof raw.search === "string" && raw.search !== "" ? { search: raw.search } : {}),
  filter: raw.filter,
  columns: raw.columns,
  where: raw.where,
  board: raw.board,
});

export interface FindSearch {
  /** What is looked for among all objects. */
  q?: string;
}

export const findSearch = (raw: Record<string, unknown>): FindSearch =>
  (typeof raw.q === "string" || typeof raw.q === "number") && `${raw.q}` !== "" ? { q: `${raw.q}` } : {};

export interface NewSearch {
  /** The record that the new one begins as a copy of. */
  clone?: string;
  /** The phone number, in E.164, that the new one begins with. */
  phone?: string;
}

export const newSearch = (raw: Record<string, unknown>): NewSearch => ({
  ...(typeof raw.clone === "string" && raw.clone !== "" ? { clone: raw.clone } : {}),
  ...(typeof raw.phone === "string" && /^\+\d{4,15}$/.test(raw.phone) ? { phone: raw.phone } : {}),
});

export interface EditSearch {
  edit?: true;
  /** Which parts of the page are open, where it has some that fold. */
  open?: string;
}

export const editSearch = (raw: Record<string, unknown>): EditSearch => ({
  ...(raw.edit === true ? { edit: true } : {}),
  ...(typeof raw.open === "string" && /^[a-z.]*$/.test(raw.open) ? { open: raw.open } : {}),
});
