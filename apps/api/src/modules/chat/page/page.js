/** The page of the chat, wired to the browser it runs in. */
import { io } from '/chat/assets/socket.io.js'
import { createApi } from './api.js'
import { createChat } from './chat.js'
import { createLive } from './live.js'
import { createOutbox } from './outbox.js'
import { createStore } from './store.js'
import { createView } from './view.js'

const { organization, clinic } = document.body.dataset
const isFramed = window.parent !== window

function storage() {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

function schedule(delayMs, run) {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** A random UUID, also on a page without TLS, where the browser gives none. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** To the page around, whichever it is: never more than what its own button shows. */
function tellParent(message) {
  if (isFramed) window.parent.postMessage({ foyerChat: message }, '*')
}

const store = createStore(storage(), organization)
const api = createApi({ organizationId: organization, store, fetch: (...request) => fetch(...request) })
const outbox = createOutbox(store, newId)
const view = createView({
  document,
  clinic,
  onWrite: (text) => chat.write(text),
  onDiscard: (clientId) => chat.discard(clientId),
  onClose: () => tellParent({ close: true }),
  onForget() {
    store.remove('visitor')
    store.remove('outbox')
    location.reload()
  },
})

let isOpen = !isFramed
/** What the clinic had said when the frame was last in view. */
let before = null
const chat = createChat({
  api,
  outbox,
  connect: (on) => createLive({ ...api, io, schedule, random: Math.random, on }),
  now: () => new Date(),
  page: new URLSearchParams(location.search).get('page'),
  schedule,
  onChange(shown) {
    view.show(shown)
    const said = shown.rows.filter(({ by }) => by === 'clinic').length
    if (isOpen || before === null) before = said
    tellParent({ unread: said - before })
  },
})

const look = () => chat.look(isOpen && document.visibilityState === 'visible')

window.addEventListener('message', ({ source, data }) => {
  if (!isFramed || source !== window.parent || typeof data?.foyerChat?.open !== 'boolean') return
  isOpen = data.foyerChat.open
  if (isOpen) {
    before = null
    view.focus()
    chat.online(navigator.onLine)
  }
  look()
})
window.addEventListener('online', () => chat.online(true))
window.addEventListener('offline', () => chat.online(false))
document.addEventListener('visibilitychange', () => {
  look()
  if (document.visibilityState === 'visible') chat.online(navigator.onLine)
})

if (isFramed) view.showClose()
chat.start()
if (!navigator.onLine) chat.online(false)
look()
