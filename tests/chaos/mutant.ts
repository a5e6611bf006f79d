/** A process of the product without one of its rules. The checks of a chaos run must notice each. */
export interface Mutant {
  readonly name: string
  /** The end of its path. */
  readonly file: string
  readonly changes: readonly (readonly [original: string, replacement: string])[]
}
