import type { Role } from '@foyer/contracts/organization.ts'
import type { LucideIcon } from 'lucide-react'
import type { Page } from './page.ts'

/** A feature's description for the shell: data only, so that the first load contains none of its code. */
export interface Feature {
  /** For signed-in users. */
  readonly pages: readonly Page[]
  /** Absent: the rail does not lead to it. */
  readonly navigation?: NavigationItem
  /** Other addresses of the feature that the rail leads to. */
  readonly views?: readonly RailItem[]
  /** What the command bar finds within the feature beside its page; loads after the shell. */
  readonly places?: () => Promise<{ readonly placesOf: (role: Role | undefined) => readonly CommandPlace[] }>
}

/** An address that the command bar finds by the words of its title, or by its other words. */
export interface CommandPlace {
  readonly title: string
  readonly words?: string
  readonly to: string
}

/** A destination of the rail. */
export interface RailItem {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  /**
   * In the rail's list, or at its foot: on a phone "More" and the account menu lead there. `elsewhere`: another page leads there,
   * and so do the command bar and the key.
   */
  readonly at: 'top' | 'foot' | 'elsewhere'
  /** Addresses of pages that the rail does not lead to. It marks this item while one of them is shown. */
  readonly holds?: readonly string[]
  /** Its position among the others, in steps of ten: the inbox has 10. */
  readonly order: number
  /** The live count beside the icon, and the word after its number. */
  readonly count?: { readonly name: string; readonly word: string }
}

/** A destination of the rail, the command bar and a key. */
export interface NavigationItem extends RailItem {
  /** The key that goes there after G. */
  readonly key: string
}
