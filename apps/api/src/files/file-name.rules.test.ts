import { expect, test } from 'vitest'
import { contentDisposition, fileName } from './file-name.rules.ts'

test.each([
  ['../../etc/passwd', 'passwd.png'],
  ['..\\..\\windows\\system.ini', 'system.ini.png'],
  ['C:\\scan.PNG', 'scan.png'],
  ['a\u0000b\r\nSet-Cookie: x=1.png', 'abSet-Cookie_ x=1.png'],
  ['invoice\u202Egnp.exe', 'invoicegnp.exe.png'],
  ['\u200B\u2066hidden\u2069.png', 'hidden.png'],
  ['  .bashrc ', 'bashrc.png'],
  ['Laborbefund Zoë 👩‍⚕️.png', 'Laborbefund Zoë 👩‍⚕️.png'],
  ['a"b<c>d|e?f*.png', 'a_b_c_d_e_f_.png'],
  ['half \ud800.png', 'half \ufffd.png'],
  ['', 'file.png'],
  ['.png', 'png.png'],
  ['...', 'file.png'],
])('fileName turns %j into %j [SEC-08]', (given, shown) => {
  expect(fileName(given, ['png'])).toBe(shown)
})

test('fileName shortens a name of 300 characters and keeps its extension [SEC-08]', () => {
  const name = fileName(`${'😀'.repeat(300)}.jpeg`, ['jpg', 'jpeg'])
  expect([...name]).toHaveLength(120)
  expect(name).toMatch(/😀\.jpeg$/u)
})

test('contentDisposition encodes everything that could end the header [SEC-08]', () => {
  expect(contentDisposition('Zoë "1"%0d.pdf')).toBe(
    `attachment; filename="Zo_ _1__0d.pdf"; filename*=UTF-8''Zo%C3%AB%20%221%22%250d.pdf`,
  )
  expect(contentDisposition("it's (1).pdf")).toBe(
    `attachment; filename="it's (1).pdf"; filename*=UTF-8''it%27s%20%281%29.pdf`,
  )
})
