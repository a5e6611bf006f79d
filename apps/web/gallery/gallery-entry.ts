import type { ReactNode } from 'react'

export interface Entry {
  /** What it is called in the list. */
  readonly title: string
  /** Its parts are drawn anew each time that the address is opened. */
  readonly show: () => ReactNode
}

export interface Part {
  readonly title: string
  readonly entries: Readonly<Record<string, Entry>>
}

/** Keeps the names of the entries, so that others can be held to them. */
export const part = <Name extends string>(title: string, entries: Readonly<Record<Name, Entry>>) => ({ title, entries })
