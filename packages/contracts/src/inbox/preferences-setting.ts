/** How a member wants to work: kept for each member of each organization, so that it follows them to another machine. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { setting } from '../setting.ts'

const themes = ['system', 'light', 'dark'] as const
const densities = ['comfortable', 'compact'] as const
const afterClosings = ['next', 'previous', 'list'] as const
/** A signature is part of every text, so it has to leave room for the text. */
const SIGNATURE_MAX = 120

export const preferencesSetting = setting({
  name: 'preferences',
  schema: z.object({
    theme: z.enum(themes),
    /** How high the rows of lists are. */
    density: z.enum(densities),
    /** Whether single-key shortcuts are on. */
    shortcuts: z.boolean(),
    /** What opens after a conversation was closed. */
    afterClosing: z.enum(afterClosings),
    /** Stands below each text that the member writes; empty for none. */
    signature: field.text(SIGNATURE_MAX).trim(),
  }),
  default: { theme: 'system', density: 'comfortable', shortcuts: true, afterClosing: 'next', signature: '' },
  read: 'member',
  write: 'member',
})
