import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/**
 * Runs in a page: a program that shows MCP Apps, with the host's part of the extension's package. The test performs the
 * calls of tools as `performTool`.
 */

let bridge;

/** The addresses that the page has asked to open. */
globalThis.opened = [];

globalThis.showApp = async ({ html, args, canCall, canOpen = true }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  document.body.replaceChildren(frame);
  const capabilities = { ...(canOpen && { openLinks: {} }), ...(canCall && { serverTools: {} }) };
  bridge = new AppBridge(null, { name: 'test', version: '1.0.0' }, capabilities, {
    hostContext: { theme: 'dark' },
  });
  const isReady = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  bridge.oncalltool = ({ name, arguments: given }) => globalThis.performTool(name, given);
  bridge.onopenlink = async ({ url }) => {
    globalThis.opened.push(url);
    return {};
  };
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await isReady;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(await globalThis.performTool('preview-template', args));
};

globalThis.changeTheme = (theme) => bridge.sendHostContextChange({ theme });
