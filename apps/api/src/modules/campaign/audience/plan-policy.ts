import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import { readInboxSettings } from '../../organizations/organizations.ts'
import { factsOf, type LaunchFacts, readLaunchFacts } from '../campaigns/campaign-problems.ts'
import type { PlanPolicy } from './plan.rules.ts'

/** What of the organization decides a plan and a launch. Sends its statements together. */
export async function readPlanPolicy(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'config'>,
  organizationId: string,
): Promise<{ readonly facts: LaunchFacts; readonly policy: PlanPolicy }> {
  const [facts, inbox] = await Promise.all([
    readLaunchFacts(tx, parts, organizationId),
    readInboxSettings(tx, organizationId),
  ])
  const { clinic, settings, shortLinkUrl } = facts
  const { quietHours } = inbox.settings
  const { smsCountries } = parts.config
  const bookingLink = settings.bookingUrl || null
  return { facts, policy: { clinic: factsOf(clinic), quietHours, bookingLink, shortLinkUrl, smsCountries } }
}
