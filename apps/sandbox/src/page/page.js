/** The page of phones: it keeps one list of all texts from the stream, and every open phone shows its own part of the list. */
import { listen, post, read } from './api.js'
import { connectBehaviour } from './behaviour.js'
import { displayNumber, element, readNumber } from './element.js'
import { connectMorning } from './morning.js'
import { createPhoneCard } from './phone-card.js'

const { clinics, patients } = await read('directory')
const names = new Map(patients.map(({ number, name }) => [number, name]))
const texts = new Map()
const open = new Map()
const at = (id) => document.getElementById(id)
const phoneOf = (text) => (text.direction === 'inbound' ? text.from : text.to)
const textsOf = (number) => [...texts.values()].filter((text) => phoneOf(text) === number)

const behaviour = connectBehaviour(at('behaviour'), (now) => {
  for (const [number, card] of open) card.setUnreachable(now.unreachable.includes(number))
})

const morning = connectMorning(at('morning'), names)

function openPhone(number) {
  if (!open.has(number)) {
    const card = createPhoneCard({
      number,
      name: names.get(number) ?? null,
      clinics,
      onClose: () => {
        card.element.remove()
        open.delete(number)
        draw()
      },
      onReach: behaviour.setUnreachable,
    })
    open.set(number, card)
    at('row').append(card.element)
    card.show(textsOf(number))
    card.setUnreachable(behaviour.isUnreachable(number))
  }
  draw()
  open.get(number).focus()
}

function draw() {
  at('no-phones').hidden = open.size > 0
  const last = new Map(patients.map(({ number }) => [number, null]))
  for (const number of open.keys()) last.set(number, last.get(number) ?? null)
  for (const text of texts.values()) last.set(phoneOf(text), text)
  const newestFirst = [...last].sort(([, left], [, right]) =>
    (right?.createdAt ?? '').localeCompare(left?.createdAt ?? ''),
  )
  const focused = document.activeElement?.dataset?.number
  at('phones').replaceChildren(...newestFirst.map(([number, text]) => phoneRow(number, text)))
  if (focused)
    at('phones')
      .querySelector(`[data-number="${CSS.escape(focused)}"]`)
      ?.focus()
}

function phoneRow(number, text) {
  const words = text && (text.body || (text.media.length > 0 ? 'A file' : ''))
  const said = text ? `${text.direction === 'inbound' ? '' : 'Clinic: '}${words}` : 'No texts yet'
  return element(
    'li',
    {},
    element(
      'button',
      { type: 'button', 'data-number': number, 'aria-pressed': open.has(number), onclick: () => openPhone(number) },
      element('strong', {}, names.get(number) ?? displayNumber(number)),
      element('span', {}, said),
    ),
  )
}

let isDrawing = false
/** Draws once a frame, however many texts come in at once. */
function changed() {
  if (isDrawing) return
  isDrawing = true
  requestAnimationFrame(() => {
    isDrawing = false
    draw()
    for (const [number, card] of open) card.show(textsOf(number))
  })
}

at('new-phone').addEventListener('submit', (event) => {
  event.preventDefault()
  const number = readNumber(at('new-number').value)
  at('new-number-error').textContent = number ? '' : 'Ten digits, or + and the country first.'
  if (!number) return
  at('new-number').value = ''
  openPhone(number)
})
at('reset').addEventListener('click', () => void post('reset', {}))

listen({
  async onOpen() {
    at('connection').textContent = 'Live'
    texts.clear()
    const [{ messages }, now, played] = await Promise.all([read('messages'), read('behaviour'), read('morning')])
    // A text that the stream brought meanwhile is newer than the one that was read.
    for (const text of messages) if (!(texts.get(text.sid)?.updatedAt > text.updatedAt)) texts.set(text.sid, text)
    behaviour.show(now)
    morning.show(played.morning)
    changed()
  },
  onLost() {
    at('connection').textContent = 'Reconnecting'
  },
  message(text) {
    texts.set(text.sid, text)
    changed()
  },
  reset() {
    texts.clear()
    changed()
  },
  behaviour: behaviour.show,
  morning: morning.show,
})
draw()
