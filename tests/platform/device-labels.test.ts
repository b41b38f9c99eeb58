import { expect, test } from 'vitest';
import { deviceLabel } from '#api/platform/sessions/device-label.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)';
const iPad = 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';

test.each([
  [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows} ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68`, 'Edge on Windows'],
  [`${windows} ${webKit} Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0`, 'Opera on Windows'],
  [`${windows} ${webKit} Chrome/120.0.0.0 YaBrowser/24.1.0.0 Safari/537.36`, 'Yandex Browser on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
  [`${mac} ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Mac'],
  [`${mac} ${apple} Version/17.5 Safari/605.1.15`, 'Safari on Mac or iPad'],
  [`${mac} ${apple} CriOS/126.0.6478.54 Version/11.1.1 Safari/605.1.15`, 'Chrome on iPad'],
  [`${mac} ${apple} FxiOS/127.0 Safari/605.1.15`, 'Firefox on iPad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Mac'],
  [`${iPhone} ${apple} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${iPhone} ${apple} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${iPhone} ${apple} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [`${iPhone} ${apple} Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/604.1`, 'Edge on iPhone'],
  [`${iPhone} ${apple} Version/17.4 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`, 'DuckDuckGo on iPhone'],
  [`${iPad} ${apple} Version/16.6 Mobile/15E148 Safari/604.1`, 'Safari on iPad'],
  [`${android} ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${android} ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/126.0.0.0`, 'Edge on Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Firefox on Android'],
  [
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', 'Windows'],
  ['node', ''],
  ['<script>Firefox</script>', ''],
  ['', ''],
  [undefined, ''],
])('%s is %s', (header, label) => {
  expect(deviceLabel(header)).toBe(label);
});

test('only the beginning of a long header is read', () => {
  expect(deviceLabel(`${' '.repeat(600)}Firefox/127.0`)).toBe('');
});
