import { sql } from 'kysely'

/** The name of the patient `p`; null without one. */
export const NAME_OF = sql`nullif(trim(p.first_name || ' ' || p.last_name), '')`
