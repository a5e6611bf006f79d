/**
 * [ERR-06] [OPEN-086] The names of server-side authentication helpers. They don't work in a browser, so calling one
 * is a mistake that throws at once.
 */
function serverOnly(method: string): () => never {
  return () => {
    throw new Error(`The ${method} method can only be used from the server side`)
  }
}

export const handleAuth = serverOnly('handleAuth')
export const handleLogin = serverOnly('handleLogin')
export const handleLogout = serverOnly('handleLogout')
export const handleCallback = serverOnly('handleCallback')
export const handleProfile = serverOnly('handleProfile')
export const getSession = serverOnly('getSession')
export const getAccessToken = serverOnly('getAccessToken')
export const withApiAuthRequired = serverOnly('withApiAuthRequired')
