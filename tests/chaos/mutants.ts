/** What the product would be without one of its rules. Each must be noticed, or the checkers are worth nothing. */
export interface Mutant {
  readonly name: string
  readonly process: 'api' | 'relay'
  /** The end of its path. */
  readonly file: string
  readonly changes: readonly (readonly [original: string, replacement: string])[]
}

export const MUTANTS: readonly Mutant[] = []
