/** The connection to the relay, which comes back by itself whatever ended it. */

const AGAIN_MS = 2_000

/** `io` is Socket.IO's; `random` spreads those who come back. */
export function createLive({ io, isKnown, token, forgetToken, schedule, random, on }) {
  const socket = io('/visitor', {
    autoConnect: false,
    transports: ['websocket'],
    auth: (give) => {
      token().then(
        (one) => give({ token: one }),
        () => give({}),
      )
    },
  })
  let isWanted = false

  function again() {
    schedule(AGAIN_MS * (0.5 + random()), () => {
      // Somebody whom the clinic knows no more begins anew with the next message.
      isWanted &&= isKnown()
      if (isWanted && !socket.connected) socket.connect()
    })
  }

  socket.on('connect', on.up)
  socket.on('disconnect', (reason) => {
    on.down()
    // A token that ran out, or a relay that goes: the library waits for a word of ours.
    if (reason === 'io server disconnect') {
      forgetToken()
      again()
    }
  })
  socket.on('connect_error', (error) => {
    on.down()
    if (error.data?.code === 'unauthenticated') forgetToken()
    // Refused by the relay; a connection that could not be made is tried again by the library.
    if (!socket.active) again()
  })
  socket.on('events', ({ events }) =>
    on.messages(events.filter(({ type }) => type === 'visitor.message').map(({ data }) => data.message)),
  )
  socket.on('reread', on.reread)
  socket.on('upstream', ({ ok }) => (ok ? on.up() : on.down()))

  return {
    start() {
      if (isWanted) return
      isWanted = true
      socket.connect()
    },
    /** The network is back: no need to wait for the next try. */
    hurry() {
      if (isWanted && !socket.connected) socket.disconnect().connect()
    },
  }
}
