/** Files of a release for Homebrew, by block of the formula. */
const FILES = [
  ['on_macos', 'on_arm', 'galley-macos-arm64'],
  ['on_macos', 'on_intel', 'galley-macos-x64'],
  ['on_linux', 'on_arm', 'galley-linux-arm64'],
  ['on_linux', 'on_intel', 'galley-linux-x64'],
] as const;

interface FormulaOptions {
  version: string;
  /** Address of the folder with the files of the release. */
  url: string;
  /** SHA-256 by name of the file, hex. */
  hashes: ReadonlyMap<string, string>;
}

/** The formula of a release, to be put into a tap as Formula/galley.rb. */
export function createFormula({ version, url, hashes }: FormulaOptions): string {
  const blocks = ['on_macos', 'on_linux'].map((system) => {
    const inner = FILES.filter(([of]) => of === system).map(([, processor, file]) => {
      const hash = hashes.get(file);
      if (hash === undefined) throw new Error(`The release has no file ${file}.`);
      return `    ${processor} do
      url "${url}/${file}", using: :nounzip
      sha256 "${hash}"
    end`;
    });
    return `  ${system} do\n${inner.join('\n')}\n  end\n`;
  });
  return `class Galley < Formula
  desc "Self-hosted email template service in one executable"
  homepage "${url.replace(/\/releases\/.*$/, '')}"
  version "${version}"
  license "MIT"

${blocks.join('\n')}
  def install
    bin.install Dir["galley-*"].first => "galley"
  end

  service do
    run [opt_bin/"galley", "serve", "--data", var/"galley"]
    keep_alive true
    log_path var/"log/galley.log"
    error_log_path var/"log/galley.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/galley --version")
  end
end
`;
}
