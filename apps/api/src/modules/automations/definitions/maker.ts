import type { Tx } from '../../../db/tx.ts'
import { notAllowed } from '../../../http/refusal.ts'
import { findStaff } from '../../organizations/organizations.ts'
import type { Maker } from './state.rules.ts'

interface Asked {
  readonly organizationId: string
  readonly userId: string
  readonly at: Date
}

/** The caller as the staff member who makes a change. */
export async function readMaker(tx: Tx, { organizationId, userId, at }: Asked): Promise<Maker> {
  const staff = await findStaff(tx, organizationId, userId)
  if (!staff) throw notAllowed()
  return { ...staff, at }
}
