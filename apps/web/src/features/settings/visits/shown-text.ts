import { createContext } from 'react'
import type { Clinic } from './sample.rules.ts'
import type { TextPath } from './visits.rules.ts'

interface ShownTextValue {
  /** The text that the preview shows: the one that was last written in. */
  readonly path: TextPath
  readonly show: (path: TextPath) => void
  readonly clinic: Clinic
  readonly now: Date
  /** The preview stands beside the form; otherwise it is below the text. */
  readonly isBeside: boolean
}

export const ShownText = createContext<ShownTextValue | null>(null)
