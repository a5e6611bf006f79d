/** A change of a source file that removes one rule from a process. The checks of a chaos run must notice each. */
export interface Mutant {
  readonly name: string
  /** The end of the source file's path. */
  readonly file: string
  readonly changes: readonly (readonly [original: string, replacement: string])[]
}
