/**
 * The tables as TypeScript sees them; the migrations are what makes them so. Each module adds its own in its
 * `<name>.tables.ts`, so that this file names none.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface Schema {}
