import { z } from 'zod'
import type { Counts } from './counts.rules.ts'

/** Accepts any count name, so that counts of a newer build are passed on. */
export const countsSchema = z.record(z.string(), z.int()) as unknown as z.ZodType<Counts>
