import type { Tx } from '../../../db/tx.ts'
import { notAllowed } from '../../../http/refusal.ts'
import { findStaff } from '../../organizations/organizations.ts'
import type { Saver } from './asked-campaign.rules.ts'

/** The caller as the staff member who makes a change. */
export async function readSaver(tx: Tx, organizationId: string, userId: string, at: Date): Promise<Saver> {
  const staff = await findStaff(tx, organizationId, userId)
  if (!staff) throw notAllowed()
  return { ...staff, at }
}
