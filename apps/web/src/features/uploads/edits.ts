/** A person's changes of an import, and the server's answers to them. */
import type { Decision, Import, ImportRow } from '@foyer/contracts/imports/imports.ts'

export interface RowEdit {
  readonly row: number
  /** The new text by the index of the column. */
  readonly cells?: Readonly<Record<string, string>>
  readonly skip?: boolean
  readonly decision?: Decision
}

export interface ColumnChange {
  readonly index: number
  readonly field: string | null
  readonly dateOrder?: 'monthFirst' | 'dayFirst'
  readonly values?: Readonly<Record<string, string>>
  readonly erase?: boolean
}

/** A change that has all rows checked anew, or the whole file read again. */
export type Rechecking =
  | {
      readonly how: 'map'
      readonly columns: readonly ColumnChange[]
      readonly matchBy?: 'mrn' | 'person'
      readonly remember: boolean
    }
  | {
      readonly how: 'readAs'
      readonly sheet?: string
      readonly headerRow?: number
      readonly encoding?: string
      readonly delimiter?: string
    }

export interface MendAnswer extends Pick<Import, 'counts' | 'plan'> {
  readonly rows: readonly ImportRow[]
  readonly asOf: number
}

/** Nothing was imported, because the numbers are others by now. */
export class StaleStart extends Error {
  readonly now: Import
  constructor(now: Import) {
    super('The counts changed')
    this.now = now
  }
}

export type Sending =
  | { readonly type: 'sent'; readonly importId: string }
  | { readonly type: 'refused'; readonly error: unknown }
export type SendingProgress = { readonly type: 'progress'; readonly share: number }
