import { z } from 'zod'
import { type Counts, countNames } from './counts.rules.ts'

const shape = Object.fromEntries(countNames.map((name) => [name, z.int()]))

/** A count more, which a newer build keeps, is nothing to an older one. */
export const countsSchema = z.object(shape) as unknown as z.ZodType<Counts>
