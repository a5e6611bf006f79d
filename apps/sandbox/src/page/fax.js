/** The page of faxes: what the stream tells is listed, the newest first. */
import { listen, post, read } from './api.js'
import { displayNumber, element } from './element.js'

const at = (id) => document.getElementById(id)
const form = at('behaviour')
const faxes = new Map()

const STATES = { QUEUED: 'Waiting', IN_PROGRESS: 'Calling', COMPLETED: 'Printed', FAILURE: 'Failed' }

function draw() {
  at('no-faxes').hidden = faxes.size > 0
  at('faxes').replaceChildren(...[...faxes.values()].reverse().map(row))
}

function row({ id, to, from, headerText, status, errorMessage, numberOfPages, createTime, hasContent, files }) {
  const state = errorMessage === null ? STATES[status] : `${STATES[status]}: ${errorMessage}`
  return element(
    'li',
    {},
    element(
      'article',
      {},
      element('h2', {}, `${displayNumber(to)}: ${state}`),
      element(
        'p',
        { class: 'number' },
        `From ${headerText}, ${displayNumber(from)} · ${numberOfPages} pages · ${new Date(createTime).toLocaleString()}`,
      ),
      hasContent
        ? element(
            'p',
            {},
            ...files.flatMap(({ name }, place) => [
              element('a', { href: `/sandbox/faxes/${id}/files/${place}`, target: '_blank', rel: 'noreferrer' }, name),
              ' ',
            ]),
          )
        : element('p', {}, 'The clinic had the pages deleted.'),
    ),
  )
}

function show({ outcome, answer, times, dropCallbacks, repeatCallbacks }) {
  const { elements } = form
  elements.outcome.value = outcome
  elements.answer.value = answer
  elements.times.value = times === null ? '' : String(times)
  elements.dropCallbacks.checked = dropCallbacks
  elements.repeatCallbacks.checked = repeatCallbacks
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('change', () => {
  const chosen = new FormData(form)
  const times = chosen.get('times')
  void post('fax-behaviour', {
    outcome: chosen.get('outcome'),
    answer: chosen.get('answer'),
    times: times === '' ? null : Number(times),
    dropCallbacks: chosen.has('dropCallbacks'),
    repeatCallbacks: chosen.has('repeatCallbacks'),
  })
})

listen({
  async onOpen() {
    at('connection').textContent = 'Live'
    const [{ faxes: all }, behaviour] = await Promise.all([read('faxes'), read('fax-behaviour')])
    faxes.clear()
    for (const fax of all) faxes.set(fax.id, fax)
    show(behaviour)
    draw()
  },
  onLost() {
    at('connection').textContent = 'Reconnecting'
  },
  fax(fax) {
    faxes.set(fax.id, fax)
    draw()
  },
  faxBehaviour: show,
  reset() {
    faxes.clear()
    draw()
  },
})
draw()
