import type { ReactNode } from 'react'

export interface Entry {
  /** The entry's name in the list. */
  readonly title: string
  /** Renders the entry; called again each time its address is opened. */
  readonly show: () => ReactNode
}

export interface Part {
  readonly title: string
  readonly entries: Readonly<Record<string, Entry>>
}

/** Keeps the entry names as a type, so that other modules can check against them. */
export const part = <Name extends string>(title: string, entries: Readonly<Record<Name, Entry>>) => ({ title, entries })
