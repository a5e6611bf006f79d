/** The parts of a campaign's mail: its words as text and as HTML, a foot, and the headers of RFC 8058. Nobody writes HTML. */
import { linksIn } from '@foyer/contracts/outreach/links.rules.ts'
import { asText } from '../../http/html.rules.ts'

interface CampaignMail {
  readonly content: string
  readonly clinicName: string
  readonly postalAddress: string
  readonly unsubscribeUrl: string
}

export function campaignMailParts({ content, clinicName, postalAddress, unsubscribeUrl }: CampaignMail): {
  readonly content: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
} {
  const words = content.replaceAll('\r\n', '\n').trim()
  const sender = `${clinicName}\n${postalAddress.replaceAll('\r\n', '\n')}`
  const paragraphs = words.split(/\n\s*\n/).map((paragraph) => `<p>${asHtml(paragraph)}</p>`)
  const unsubscribe = `<a href="${asText(unsubscribeUrl)}">Unsubscribe</a>`
  return {
    content: `${words}\n\n-- \n${sender}\nUnsubscribe: ${unsubscribeUrl}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head><body>
${paragraphs.join('\n')}
<hr>
<p>${asText(sender).replaceAll('\n', '<br>')}<br>${unsubscribe}</p>
</body></html>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

function asHtml(paragraph: string): string {
  let done = 0
  const parts = linksIn(paragraph).map(({ from, to, url }) => {
    const part = `${asText(paragraph.slice(done, from))}<a href="${asText(url)}">${asText(url)}</a>`
    done = to
    return part
  })
  return [...parts, asText(paragraph.slice(done))].join('').replaceAll('\n', '<br>')
}
