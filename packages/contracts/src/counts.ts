import { z } from 'zod'
import { type Counts, countNames } from './counts.rules.ts'

export const countsSchema: z.ZodType<Counts> = z.record(z.enum(countNames), z.int())
