/** Column types whose written and read forms differ. */
import type { ColumnType, JSONColumnType } from 'kysely'

/** Written as a Date or now(), read as a Date. */
export type Instant = ColumnType<Date, Date | string, Date | string>
/** JSON that is written as text. */
export type Json<T> = JSONColumnType<T & object, string, string>
