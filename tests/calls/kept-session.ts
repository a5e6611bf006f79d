import type { Clinics } from './clinics.ts'

/** Signing in is slow on purpose. So the session that the calls may end is kept as it is, */
export async function keepSession({ store }: Clinics): Promise<void> {
  await store.query(`create table kept_session as select * from session where "userId" = 'usr_vera'`)
}

/** and put back. */
export async function putSessionBack({ store }: Clinics): Promise<void> {
  await store.query('insert into session select * from kept_session on conflict do nothing')
}
