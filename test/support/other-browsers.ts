import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import puppeteer, { type Frame } from 'puppeteer-core';
import { Builder, By, Capabilities, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';

/** The selectors of nested frames, from the page inwards. */
type Frames = readonly string[];

/** A page in some browser. Each call waits until the element exists; elements are found by CSS, within a frame if frames are named. */
export type Visit = {
  open(url: string): Promise<void>;
  /** The address of the page. */
  address(): Promise<string>;
  text(selector: string, frames?: Frames): Promise<string>;
  /** Types into a field key by key, as a person does. */
  type(selector: string, text: string, frames?: Frames): Promise<void>;
  choose(selector: string, value: string, frames?: Frames): Promise<void>;
  press(selector: string, frames?: Frames): Promise<void>;
  /** The value of a script's last expression, which may be a promise. */
  run<Value>(script: string): Promise<Value>;
};

/** A browser that is not Chromium, with a fresh profile. */
export type OtherBrowser = { visit(): Promise<Visit>; stop(): Promise<void> };

const patience_ms = 30_000;
const viewport = { width: 1000, height: 800 };

const foundIn = (places: readonly (string | undefined)[]): string | null => places.find((place) => place && existsSync(place)) ?? null;

const firefox = foundIn([process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']);

/** Firefox, by WebDriver BiDi, which needs no driver beside it. */
async function startFirefox(): Promise<OtherBrowser> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox ?? '', headless: true, defaultViewport: viewport });
  return { visit: async () => firefoxVisit(await (await browser.createBrowserContext()).newPage()), stop: () => browser.close() };
}

type FirefoxPage = Awaited<ReturnType<Awaited<ReturnType<typeof puppeteer.launch>>['newPage']>>;

function firefoxVisit(page: FirefoxPage): Visit {
  page.setDefaultTimeout(patience_ms);
  const find = async (selector: string, frames: Frames = []) => {
    let frame: Frame = page.mainFrame();
    for (const outer of frames) {
      const inner = await (await frame.waitForSelector(outer))?.contentFrame();
      if (!inner) throw new Error(`${outer} is no frame`);
      frame = inner;
    }
    const found = await frame.waitForSelector(selector, { visible: true });
    if (!found) throw new Error(`There is no ${selector}`);
    return found;
  };
  return {
    open: async (url) => void (await page.goto(url)),
    address: async () => page.url(),
    text: async (selector, frames) =>
      (await find(selector, frames)).evaluate<[], (it: { textContent: string | null }) => string>((it) => it.textContent ?? ''),
    type: async (selector, text, frames) => (await find(selector, frames)).type(text),
    choose: async (selector, value, frames) => void (await (await find(selector, frames)).select(value)),
    press: async (selector, frames) => (await find(selector, frames)).click(),
    run: async <Value>(script: string) => (await page.evaluate(script)) as Value,
  };
}

const webdriver = foundIn([process.env.WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver']);
const xvfb = foundIn(['/usr/bin/Xvfb']);

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill();
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** WebKitGTK, by its WebDriver, on a screen in memory. */
async function startWebKit(): Promise<OtherBrowser> {
  const screen = spawn(xvfb ?? '', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = (await once(createInterface({ input: screen.stdout }), 'line')) as string[];
  const port = await freePort();
  const driver = spawn(webdriver ?? '', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}` },
  });
  const server = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${server}/status`), { timeout: patience_ms });
  // The driver has one session at a time.
  let session: WebDriver | undefined;
  const stop = async (): Promise<void> => {
    await session?.quit();
    await ended(driver);
    await ended(screen);
  };
  const visit = async (): Promise<Visit> => {
    await session?.quit();
    session = await new Builder()
      .usingServer(server)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build();
    await session
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...viewport });
    return webkitVisit(session);
  };
  return { visit, stop };
}

function webkitVisit(driver: WebDriver): Visit {
  const located = (selector: string): Promise<WebElement> =>
    driver.wait(until.elementLocated(By.css(selector)), patience_ms, `${selector} does not appear`);
  const find = async (selector: string, frames: Frames = []): Promise<WebElement> => {
    await driver.switchTo().defaultContent();
    for (const outer of frames) await driver.switchTo().frame(await located(outer));
    return driver.wait(until.elementIsVisible(await located(selector)), patience_ms, `${selector} is not visible`);
  };
  return {
    open: (url) => driver.get(url),
    address: () => driver.getCurrentUrl(),
    text: async (selector, frames) => driver.executeScript<string>('return arguments[0].textContent', await find(selector, frames)),
    type: async (selector, text, frames) => {
      const field = await find(selector, frames);
      // In a frame of another origin a field gets the focus by a click only.
      await field.click();
      await field.sendKeys(text);
    },
    choose: async (selector, value, frames) => (await find(`${selector} option[value="${value}"]`, frames)).click(),
    press: async (selector, frames) => (await find(selector, frames)).click(),
    run: async (script) => {
      await driver.switchTo().defaultContent();
      return driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1]; Promise.resolve((0, eval)(arguments[0])).then(done);`,
        script,
      );
    },
  };
}

/** The browsers besides Chromium, each with the reason why it cannot be started here, if there is one. */
export const other_browsers: readonly {
  readonly name: string;
  readonly missing: string | null;
  readonly start: () => Promise<OtherBrowser>;
}[] = [
  { name: 'Firefox', missing: firefox ? null : 'firefox-esr is not installed', start: startFirefox },
  { name: 'WebKit', missing: webdriver && xvfb ? null : 'webkit2gtk-driver or xvfb is not installed', start: startWebKit },
];
