import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import type { Tx } from '../../db/tx.ts'
import type { OutgoingMail } from '../../gateways/email.ts'
import type { Services } from '../../services.ts'
import { readSetting } from '../organizations/organizations.ts'
import { isUnsubscribed, unsubscribeAddress } from '../outreach/outreach.ts'
import { campaignMailParts } from './campaign-mail.rules.ts'
import { ended, type MailEnd } from './mail-hand-over.ts'

const UNSUBSCRIBED = 'The patient unsubscribed. Not sent.'
const NO_POSTAL_ADDRESS = 'The clinic has no postal address in its settings. Not sent.'

interface Of {
  readonly organizationId: string
  readonly campaignId: string
  readonly patientId: string
}

/** The mail with its foot, its HTML part and the headers to unsubscribe; or its end, if the address wants none. */
export async function asCampaignMail(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  mail: OutgoingMail,
  of: Of,
): Promise<OutgoingMail | MailEnd> {
  const { address, content, senderName: clinicName } = mail
  const [{ value: settings }, isUnwanted] = await Promise.all([
    readSetting(tx, of.organizationId, outreachSetting),
    isUnsubscribed(tx, { organizationId: of.organizationId, address }),
  ])
  if (isUnwanted) return ended('failed', UNSUBSCRIBED)
  const { postalAddress } = settings
  // A launch needs one; it may have been taken away since.
  if (postalAddress === '') return ended('failed', NO_POSTAL_ADDRESS)
  const unsubscribeUrl = unsubscribeAddress(config, { ...of, address })
  return { ...mail, ...campaignMailParts({ content, clinicName, postalAddress, unsubscribeUrl }) }
}
