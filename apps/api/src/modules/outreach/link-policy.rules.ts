import type { LinkPolicy } from '@foyer/contracts/outreach/links.rules.ts'
import type { OutreachSettings } from '@foyer/contracts/outreach/outreach-setting.ts'

/** Where links of an organization may lead: never to this installation. */
export function linkPolicyOf(
  { publicUrl, shortLinkUrl }: { readonly publicUrl: string; readonly shortLinkUrl: string },
  { linkHosts }: Pick<OutreachSettings, 'linkHosts'>,
): LinkPolicy {
  return { ownHosts: [...new Set([publicUrl, shortLinkUrl].map((url) => new URL(url).hostname))], linkHosts }
}
