# What 'cpack' makes in the build tree: 'cpack -G DEB' and 'cpack -G TGZ', of what is installed.
set(CPACK_PACKAGE_NAME rungate)
set(CPACK_PACKAGE_VENDOR "the rungate authors")
set(CPACK_PACKAGE_CONTACT "the rungate authors <rungate@example.org>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "performance-regression gates from Prometheus histograms")
set(CPACK_PACKAGE_DESCRIPTION
"A system that exports latency histograms to Prometheus can be gated in CI:
rungate-capture asks the server for the quantiles of a declared surface,
rungate-compare judges them against a committed baseline, and
rungate-check-bounds proves, without a server, that the gate can fail.

A quantile of a histogram resolves only the edges of its buckets, so every
trip point is such an edge: derived, checked and explained. What was not
checked never passes. Prometheus and servers that answer like it do: Mimir,
Thanos, VictoriaMetrics, Grafana Cloud, Amazon Managed Prometheus.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_tree.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS prometheus)
include(CPack)
