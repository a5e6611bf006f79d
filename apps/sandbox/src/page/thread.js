import { element } from './element.js'

/** The texts between a phone and a clinic; a row is made anew when its text has changed, the others stay. */
export function createThread(label) {
  const log = element('div', { class: 'log', role: 'log', 'aria-label': label, tabindex: '0' })
  const rows = new Map()

  return {
    element: log,
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
  const media = text.mediaUrls.length
  return element(
    'div',
    { class: `text ${side}${isBad ? ' bad' : ''}` },
    element('p', { class: 'body' }, text.body || '(no words)'),
    ...(media > 0 ? [element('p', { class: 'meta' }, media === 1 ? '1 attachment' : `${media} attachments`)] : []),
    element('p', { class: 'meta' }, `${at} · ${stateOf(text)}`),
  )
}

const HANDOVER = {
  waiting: 'on its way to the clinic',
  taken: 'the clinic has it',
  refused: 'refused by the clinic',
}

function stateOf(text) {
  if (text.handover !== null) return HANDOVER[text.handover]
  return text.errorCode === null ? text.status : `${text.status} (${text.errorCode})`
}
