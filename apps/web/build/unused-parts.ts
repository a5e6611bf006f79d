import type { Plugin } from 'vite'

/** Picks its transport from a table, so the bundler can't see that only the web socket is ever asked for. */
const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/index\.js$/
const WEB_SOCKET = `import { WS } from './websocket.node.js'
export const transports = { websocket: WS }`

/** Leaves out Socket.IO's transports other than the web socket. Another export of the table that is needed fails the build. */
export function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: TRANSPORTS }, handler: () => ({ code: WEB_SOCKET, map: null }) },
  }
}
