/** What floats: menus and lists of choices. */
export const POPOVER =
  'z-(--z-popover) max-w-[min(24rem,calc(100vw-1rem))] rounded-lg bg-raised p-1 text-ink shadow-pop outline-none transition-opacity duration-(--duration-menu) ease-out data-closed:opacity-0'
