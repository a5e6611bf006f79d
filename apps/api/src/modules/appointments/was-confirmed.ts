import { sql } from 'kysely'

/** Whether a visit was ever confirmed, also if it was kept, missed or cancelled since. */
export const WAS_CONFIRMED = sql<boolean>`(confirmed_at is not null or status = 'confirmed' or was_confirmed)`
