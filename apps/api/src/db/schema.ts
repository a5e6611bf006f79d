/**
 * The tables as TypeScript types; migrations create them. Each module adds its own in its `<name>.tables.ts`, so this
 * file names none.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules extend it
export interface Schema {}
