/**
 * [ERR-06] [OPEN-086] The names under which a server would handle authentication. In the browser there is no such thing,
 * and calling one of them is a mistake that should say so at once.
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
