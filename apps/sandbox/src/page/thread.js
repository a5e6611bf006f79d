import { element } from './element.js'

/** The texts between a phone and a clinic; a row is made anew when its text has changed, the others stay. */
export function createThread(label) {
  const log = element('div', { class: 'log', role: 'log', 'aria-label': label, tabindex: '0' })
  const rows = new Map()

  return {
    element: log,
    toEnd() {
      log.scrollTop = log.scrollHeight
    },
    show(texts) {
      const wasAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
      const shown = new Set(texts.map(({ sid }) => sid))
      for (const [sid, { row }] of rows) {
        if (shown.has(sid)) continue
        row.remove()
        rows.delete(sid)
      }
      for (const text of texts) {
        const known = rows.get(text.sid)
        if (known?.text === text) continue
        const row = bubble(text)
        if (known) known.row.replaceWith(row)
        else log.append(row)
        rows.set(text.sid, { row, text })
      }
      if (wasAtEnd) log.scrollTop = log.scrollHeight
    },
  }
}

function bubble(text) {
  const side = text.direction === 'inbound' ? 'mine' : 'theirs'
  const isBad = text.status === 'undelivered' || text.handover === 'refused'
  const at = new Date(text.createdAt).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  return element(
    'div',
    { class: `text ${side}${isBad ? ' bad' : ''}` },
    ...text.media.map(mediaShown),
    ...(text.body || text.media.length === 0 ? [element('p', { class: 'body' }, text.body || '(no words)')] : []),
    element('p', { class: 'meta' }, `${at} · ${stateOf(text)}`),
  )
}

/** A picture as it is; anything else to fetch. */
function mediaShown({ sid, contentType }) {
  if (contentType === null)
    return element('p', { class: 'meta' }, 'A file that is not here yet, or could not be fetched')
  const address = `/sandbox/media/${sid}`
  if (contentType.startsWith('image/')) return element('img', { class: 'media', src: address, alt: 'Picture' })
  return element('a', { class: 'media', href: address, download: '' }, `File (${contentType.split(';')[0]})`)
}

const HANDOVER = {
  waiting: 'on its way to the clinic',
  taken: 'the clinic has it',
  refused: 'refused by the clinic',
  dropped: 'kept from the clinic',
}

function stateOf(text) {
  if (text.handover !== null) return HANDOVER[text.handover]
  return text.errorCode === null ? text.status : `${text.status} (${text.errorCode})`
}
