import type { LucideIcon } from 'lucide-react'
import type { Page } from './page.ts'

/** A feature as the shell knows it: data alone, so that the first load has none of its code. */
export interface Feature {
  /** For somebody who is signed in. */
  readonly pages: readonly Page[]
  readonly place: Place
}

/** Where the rail, the command bar and a key lead. */
export interface Place {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  /** After G it leads there. */
  readonly key: string
  /** Among the screens, or at the foot of the rail: on a phone the account menu leads there. */
  readonly at: 'top' | 'foot'
  /** Its place among the others there, with room between: the inbox has 10. */
  readonly order: number
  /** The count of the live connection that stands beside the icon, and the word behind its number. */
  readonly count?: { readonly name: string; readonly word: string }
}
