import type { parts } from './parts.ts'

type Parts = typeof parts

/** The address of an entry: its part, and its name there. */
export type Address = { [Name in keyof Parts]: `${Name}/${keyof Parts[Name]['entries'] & string}` }[keyof Parts]
