import { z } from 'zod'
import type { Counts } from './counts.rules.ts'

/** A count that only a newer build keeps is carried along. */
export const countsSchema = z.record(z.string(), z.int()) as unknown as z.ZodType<Counts>
