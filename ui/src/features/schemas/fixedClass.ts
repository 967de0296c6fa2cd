/** How a line looks that can be read and copied, but never changes. */
export const fixedClass = "h-8 w-full min-w-0 rounded bg-n3 px-2.5 text-n11";
