import type { Page } from '@playwright/test'
import { findAccessibilityProblems } from './find-accessibility-problems.ts'
import { expect, setTheme, test } from './office-fixtures.ts'

/** Opens a page, and then a dialog of it. */
const opening = (path: string, open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path)
  await expect(page.locator('main')).toBeVisible()
  await open(page)
  await expect(page.getByRole('dialog')).toBeVisible()
}
const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** The dialogs by which the programme and its halls are changed. */
const DIALOGS = {
  'add a show': opening('/programme', press('Add a show')),
  'edit a show': opening('/programme', press(/Amaran/)),
  'copy a day': opening('/programme', press('Copy a day…')),
  'copy the week': opening('/programme', press('Copy the week…')),
  'change a hall': opening('/halls', press(/^Change details/)),
  'retire a hall': opening('/halls', press(/^Retire/)),
  'leave a new hall': opening('/halls/new', async (page) => {
    await page.getByLabel('Rows', { exact: true }).fill('A 1-4 VIP')
    await page.locator('main').getByRole('link', { name: 'Halls' }).click()
  }),
}

for (const width of [390, 1440])
  test(`the dialogs of the programme and the halls have no axe violations at ${width} px [S-1191]`, {
    tag: '@test-all',
  }, async ({ office }) => {
    const { page } = await office.pair('manager', { width })
    for (const [name, open] of Object.entries(DIALOGS)) {
      await open(page)
      for (const theme of ['light', 'dark']) {
        await page.evaluate(setTheme, theme)
        expect.soft(await findAccessibilityProblems(page), `${name} ${theme}`).toEqual([])
      }
    }
  })
